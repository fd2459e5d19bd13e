#!/usr/bin/env bash
# Checks a release with Debian's programs alone: scripts/verify-release.sh DIR [PUBLIC_KEY]
# PUBLIC_KEY is a minisign public key or the file that holds it. Take this script and the key from somewhere else than DIR:
# whoever changes a release can change what comes with it.
#
# Exit status: 0 all holds and the key signed it; 3 all holds, but no key was given, so anybody may have made it;
# 1 something is wrong, and named; 2 wrong usage or a missing program.
set -uo pipefail
export LC_ALL=C
unset TAR_OPTIONS GZIP

bad=0
wrong() { echo "WRONG: $*"; bad=1; }
stop() { wrong "$@"; finish; }
usage() { echo "verify-release: $*" >&2; exit 2; }
finish() {
  if [ "$bad" -ne 0 ]; then echo 'This release is NOT good.'; exit 1; fi
  if [ -z "$key" ]; then
    echo 'NOT CHECKED: who made it. Give the public key as the second argument.'
    exit 3
  fi
  echo 'This release is good.'
  exit 0
}
need() { command -v "$1" >/dev/null || usage "the program $1 is missing; on Debian: apt-get install $2"; }

[ $# -eq 1 ] || [ $# -eq 2 ] || usage 'call it with the folder of the release and, if you have it, the public key'
dir=$1
key=${2:-}
[ -d "$dir" ] || usage "$dir is no folder"
need sha256sum coreutils; need find findutils; need tar tar; need gzip gzip; need jq jq
[ -z "$key" ] || need minisign minisign

scratch=$(mktemp -d) || usage 'no temporary folder can be made'
trap 'rm -rf "$scratch"' EXIT
sums=$dir/SHA256SUMS

# 1. The list: one line for each file, as sha256sum writes it, with plain names.
[ -f "$sums" ] && [ ! -L "$sums" ] || stop 'SHA256SUMS is missing'
[ -s "$sums" ] && ! grep -qvE '^[0-9a-f]{64}  [A-Za-z0-9][A-Za-z0-9._-]*$' "$sums" || stop 'SHA256SUMS is no list of hashes'
cut -c67- "$sums" | sort >"$scratch/listed"
[ -z "$(uniq -d "$scratch/listed")" ] || stop "SHA256SUMS names a file twice: $(uniq -d "$scratch/listed" | head -1)"

# 2. Who signed the list.
signature=$sums.minisig
said=
if [ -n "$key" ]; then
  if [ ! -f "$signature" ] || [ -L "$signature" ]; then
    wrong 'SHA256SUMS.minisig is missing: the release is not signed'
  else
    if [ -f "$key" ]; then given=(-p "$key"); else given=(-P "$key"); fi
    if ! said=$(minisign -V -Q -m "$sums" -x "$signature" "${given[@]}" 2>"$scratch/why"); then
      wrong "SHA256SUMS is not what this key signed: $(tail -1 "$scratch/why")"
      said=
    fi
  fi
fi

# 3. Every file of the list, with its hash, and no other.
find "$dir" -mindepth 1 ! -name SHA256SUMS ! -name SHA256SUMS.minisig -printf '%P\n' | sort >"$scratch/found"
while read -r name; do wrong "$name is missing"; done < <(comm -23 "$scratch/listed" "$scratch/found")
while read -r name; do wrong "$name does not belong to the release"; done < <(comm -13 "$scratch/listed" "$scratch/found")
while read -r hash name; do
  file=$dir/$name
  if [ -L "$file" ] || { [ -e "$file" ] && [ ! -f "$file" ]; }; then wrong "$name is no plain file"; continue; fi
  [ -f "$file" ] || continue
  [ "$(sha256sum <"$file" | cut -c1-64)" = "$hash" ] || wrong "$name was changed: its hash is not the listed one"
done <"$sums"
[ "$bad" -eq 0 ] || finish

# 4. The provenance speaks of these files.
archives=$(grep -E '^sello-[0-9][^/]*\.tar\.gz$' "$scratch/listed")
[ "$(wc -l <<<"$archives")" -eq 1 ] && [ -n "$archives" ] || stop 'there is not one archive sello-VERSION.tar.gz'
name=${archives%.tar.gz}
version=${name#sello-}
for part in "$name.provenance.json" "$name.cdx.json" "sello-sdk-$version.tgz" "sello-$version-py3-none-any.whl"; do
  grep -qxF -- "$part" "$scratch/listed" || stop "$part is missing in SHA256SUMS"
done
statement=$dir/$name.provenance.json
ask() { jq -er "$1" "$2" 2>/dev/null; }
ask '._type == "https://in-toto.io/Statement/v1" and .predicateType == "https://slsa.dev/provenance/v1"' "$statement" >/dev/null ||
  stop "$name.provenance.json is no in-toto statement v1 with SLSA provenance v1"
ask '.subject[] | "\(.digest.sha256)  \(.name)"' "$statement" | sort >"$scratch/subjects"
grep -vF "  $name.provenance.json" "$sums" | sort | cmp -s - "$scratch/subjects" ||
  wrong "$name.provenance.json is about other files than these"
depends='.predicate.buildDefinition.resolvedDependencies[] | select(.name == $name) | .digest[$kind]'
commit=$(jq -er --arg name source --arg kind gitCommit "$depends" "$statement" 2>/dev/null)
lock=$(jq -er --arg name package-lock.json --arg kind sha256 "$depends" "$statement" 2>/dev/null)
[[ $commit =~ ^[0-9a-f]{40,64}$ ]] || stop "$name.provenance.json names no commit"
[ -z "$said" ] || [ "$said" = "sello $version commit $commit" ] ||
  wrong "the signature is for \"$said\", not for sello $version commit $commit"

# 5. The archive: plain files in one folder, exactly those of its CONTENTS.sha256.
archive=$dir/$archives
tar -t -v -z -f "$archive" >"$scratch/long" 2>/dev/null && tar -t -z -f "$archive" >"$scratch/names" || stop "$archives cannot be read"
grep -qv '^-' "$scratch/long" && stop "$archives has something else than files: $(grep -v '^-' "$scratch/long" | head -1)"
grep -qvE "^sello-$version/[A-Za-z0-9@._+-]" "$scratch/names" && stop "$archives has a file outside of its folder"
grep -qE '(^|/)\.\.(/|$)' "$scratch/names" && stop "$archives has a file outside of its folder"
mkdir "$scratch/unpacked"
tar -x -z -f "$archive" -C "$scratch/unpacked" --no-same-owner || stop "$archives cannot be unpacked"
root=$scratch/unpacked/$name
cd "$root" || stop "$archives has no folder $name"
[ -f CONTENTS.sha256 ] || stop "$archives has no CONTENTS.sha256"
cut -c67- CONTENTS.sha256 | sort >"$scratch/contents"
find . -type f ! -path ./CONTENTS.sha256 -printf '%P\n' | sort >"$scratch/there"
while read -r file; do wrong "$archives lacks $file"; done < <(comm -23 "$scratch/contents" "$scratch/there")
while read -r file; do wrong "$archives has $file, which CONTENTS.sha256 does not list"; done < <(comm -13 "$scratch/contents" "$scratch/there")
while read -r line; do wrong "$archives: $line"; done < <(sha256sum --check --strict --quiet CONTENTS.sha256 2>/dev/null)
[ "$(cat COMMIT 2>/dev/null)" = "$commit" ] || wrong "$archives was made of another commit than the provenance says"
[ "$(ask .version package.json)" = "$version" ] || wrong "$archives has another version in its package.json"
[ "$(sha256sum <package-lock.json | cut -c1-64)" = "$lock" ] || wrong "$archives has another package-lock.json than the provenance says"
contents=$(sha256sum <CONTENTS.sha256 | cut -c1-64)

# 6. What comes beside the archive.
cd - >/dev/null || exit 2
tar -x -z -O -f "$dir/sello-sdk-$version.tgz" package/package.json >"$scratch/sdk.json" 2>/dev/null
[ "$(ask .version "$scratch/sdk.json")" = "$version" ] || wrong "sello-sdk-$version.tgz has another version in its package.json"
jq -r '.packages | to_entries[] | select((.key | startswith("node_modules/") or contains("/node_modules/")) and (.value.link | not))
  | "\(.value.name // (.key | split("node_modules/") | last))@\(.value.version)"' "$root/package-lock.json" | sort -u >"$scratch/locked"
ask '.components[] | "\(.name)@\(.version)"' "$dir/$name.cdx.json" | sort -u >"$scratch/billed"
cmp -s "$scratch/locked" "$scratch/billed" || wrong "$name.cdx.json lists other packages than package-lock.json"

echo "sello $version"
echo "commit $commit"
echo "contents sha256:$contents"
[ -z "$said" ] || echo "signed: $said"
finish

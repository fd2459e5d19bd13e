/**
 * The numbered requirements of docs/CONFORMANCE.md. A number is never given to another requirement. Each one is a short
 * form of the paragraph that bears its number in docs/proof-format.md, docs/evidence-archive.md, docs/asic.md or
 * docs/receipts.md.
 */

export type Part = 'proof' | 'stamp' | 'pdf' | 'asic' | 'archive' | 'receipt';

export type Requirement = { number: number; part: Part; level: 'MUST' | 'SHOULD'; text: string };

const PROOF: readonly (readonly [number: number, text: string, level?: 'SHOULD'])[] = [
  [1, 'A verifier refuses a proof of more than 262,144 bytes.'],
  [2, 'A verifier refuses a proof that is not UTF-8, or that begins with a byte order mark.'],
  [
    3,
    'A verifier accepts the XML declarations that are listed, and a proof without one, and refuses every other.',
  ],
  [
    4,
    'A verifier refuses a proof with a prefix, with another namespace, or with a namespace declared below the root element.',
  ],
  [
    5,
    'A verifier refuses a DTD, a comment, a processing instruction, a CDATA section, a character reference, and every entity but `&amp;` `&lt;` `&gt;` `&quot;` `&apos;`.',
  ],
  [
    6,
    'A verifier accepts attributes in any order and in either kind of quotes, and refuses one that is there twice or has a line break, a tab, a bare `<` or a bare `>` in it.',
  ],
  [7, 'A verifier ignores white space between elements, and refuses text there.'],
  [
    8,
    'A verifier refuses white space in an element that is to be empty, and accepts it written with one tag or with two.',
  ],
  [9, 'A verifier refuses a proof with an element that is missing, unknown, repeated or out of its order.'],
  [10, 'A verifier refuses an element with an attribute that is missing or unknown.'],
  [
    11,
    'A verifier refuses anything but white space behind the root element, and anything but the declaration and white space before it.',
  ],
  [
    12,
    'A verifier refuses hexadecimal in upper case, of an odd number of digits, or of another length than the value has.',
  ],
  [
    13,
    'A verifier refuses base64 with a line break, without its padding, or with bits that belong to no byte and are not zero.',
  ],
  [14, 'A verifier refuses a number with a sign or a leading zero, and one above 2^53 − 1.'],
  [
    15,
    'A verifier refuses a time that is not written like `2026-03-01T12:00:00Z`, and one that does not exist.',
  ],
  [
    16,
    'A verifier refuses a path of more than 64 steps, an inclusion of no node or more than 32, and a proof of more than 8 anchors.',
  ],
  [17, 'A verifier refuses a `Node`, `Header` or `Raw` of more than 4096 bytes.'],
  [18, 'A verifier refuses a note of more than 65,536 bytes or more than 32 signature lines.'],
  [19, 'A verifier refuses an OpenTimestamps file of more than 65,536 bytes.'],
  [
    20,
    'A verifier refuses an id that is not 1 to 128 of its characters, and an issuer that is not 1 to 255 of its own.',
  ],
  [
    21,
    'A verifier refuses a reason that is not 1 to 500 characters from the space to `~`, counted after entities are resolved.',
  ],
  [22, 'A verifier refuses a `network`, `finality` or `trust` that is not spelled as stated.'],
  [
    23,
    'A verifier refuses a proof whose `status` does not fit the number of its anchors or their own `status`.',
  ],
  [
    24,
    'A verifier refuses an anchor whose header rule does not fit its network, its `Inclusion` and its `Header`.',
  ],
  [25, 'A verifier refuses a form of leaf that it does not know.'],
  [
    26,
    'A verifier refuses a proof whose `Document/Digest` is not the SHA-256 of the document that it was given.',
  ],
  [
    27,
    'A verifier refuses a proof whose `Document/TimeStampToken` is not the SHA-256 of the token that it was given.',
  ],
  [
    28,
    'A verifier makes a leaf that names `SELLO-LEAF-v1` in that form alone, and refuses one with another hash.',
  ],
  [
    29,
    'A verifier makes a leaf that names `SELLO-LEAF-v2` in that form alone, and refuses one with another hash.',
  ],
  [
    30,
    'A verifier refuses a path with another number of steps, another side or another root than `leafIndex`, `treeSize` and leaf give.',
  ],
  [
    31,
    'A verifier refuses a proof whose paths disagree about the index, the size or the hash of any leaves.',
  ],
  [
    32,
    'A verifier refuses a proof whose anchors name one block, by hash or by network and number, and differ in its hash, network, number or time.',
  ],
  [33, 'A verifier accepts a proof that has the same anchor twice.'],
  [
    34,
    'A verifier refuses a checkpoint whose first three lines are not `Certificate/@issuer`, `treeSize` and `Root`, and ignores further lines.',
  ],
  [
    35,
    'A verifier refuses a note with a signature line of another form, whether or not it knows the key; no space of Unicode, U+FEFF or `+` is in the name of a key.',
  ],
  [
    36,
    'A verifier refuses a note that is not UTF-8, or that has a character below U+0020 other than the newline.',
  ],
  [
    37,
    'A verifier that was given keys of the log refuses a note that none of them signed, and accepts one that one of them signed.',
  ],
  [
    38,
    'A verifier refuses a note with an invalid line of a key that it was given, whatever the other lines say.',
  ],
  [39, 'A verifier ignores the lines of keys that it was not given, even if they have the name of the log.'],
  [
    40,
    'A verifier refuses a signature whose A or R is of small order or not in its one encoding, whose S is not below L, or for which S · B = R + k · A does not hold without the cofactor.',
  ],
  [
    41,
    'A verifier refuses if a key that it was given is not a verifier key of type `01` or `06` with its own id.',
  ],
  [42, 'A verifier refuses a transaction whose Keccak-256 is not `Transaction/@hash`.'],
  [
    43,
    'A verifier refuses a transaction that is not bound to `network`, or whose input is not the 36 bytes of the commitment at `Commitment/@offset`.',
  ],
  [
    44,
    'A verifier reads the types of transactions in the table, and refuses every other type and every other number of fields.',
  ],
  [
    45,
    'A verifier refuses a transaction whose `to` is not a byte string of 0 or 20 bytes, or whose value or nonce is no number, and looks at neither further.',
  ],
  [46, 'A verifier refuses RLP that is not canonical, and anything behind it.'],
  [
    47,
    'A verifier refuses nodes that do not lead from the header to `Raw` by the key of the index, and a node that is left over.',
  ],
  [48, 'A verifier refuses a `Header` that does not give `Block/@hash`, `number` and `time`.'],
  [
    49,
    'A verifier refuses a header of fewer than 15 fields, or with a first field or field 4 that has not 32 bytes, and ignores fields that later forks append.',
  ],
  [
    50,
    'A verifier that was given the token refuses a block that is earlier than its `genTime` by more than 10 minutes, or on Bitcoin by more than 2 hours and 5 minutes.',
  ],
  [
    51,
    'With `headerRule="none"` a verifier still makes the checks before the block, and lets no trusted block confirm the anchor.',
  ],
  [
    52,
    'A verifier refuses an anchor in Bitcoin on a network that is not Bitcoin or one of its test networks.',
  ],
  [
    53,
    'A verifier refuses an anchor in Bitcoin whose `.ots` file is not for `Root` or does not lead to a Bitcoin attestation of height `Block/@number`.',
  ],
  [54, 'A verifier refuses a `Header` of Bitcoin that does not have the Merkle root, the time and the hash.'],
  [55, 'Without a `Header` of Bitcoin a verifier lets no trusted block confirm the anchor.'],
  [
    56,
    'A verifier refuses an `.ots` file with an operation that is not listed, something behind its end, or a number that is not in its shortest form, in whichever branch.',
  ],
  [
    57,
    'A verifier counts no attestation behind `sha1` or `ripemd160`, computes nothing there, and accepts the branches beside them.',
  ],
  [
    58,
    'A verifier refuses an `.ots` file of more than 256 levels or 1024 operations and attestations, with a message above 4096 bytes, an attestation above 8192, or another address of a calendar than stated.',
  ],
  [
    59,
    'A verifier refuses a time stamp that is not one TimeStampResp or TimeStampToken in DER, with nothing behind it.',
  ],
  [
    60,
    'A verifier refuses a response whose status is not 0 or 1, that has no token, or that has a failure that RFC 3161 names.',
  ],
  [
    61,
    'A verifier answers `invalid` if the token is of another hash than SHA-256 and only the SHA-256 of the document is known.',
  ],
  [
    62,
    'A verifier answers `valid` if a key of the log that it was given signed the checkpoint, and `invalid` if none did.',
  ],
  [
    63,
    'A verifier answers `valid` if the proof leads to a block that it was given, and `invalid` if it leads to none of them.',
  ],
  [
    64,
    'A verifier answers `unconfirmed` for a consistent proof if it was given nothing that the proof could reach.',
  ],
  [65, 'A verifier answers `unconfirmed` for a pending proof, even with a key of the log.'],
  [66, 'A verifier answers `invalid` if one of several demands does not hold, whatever else is confirmed.'],
  [
    68,
    'A verifier SHOULD take `--broken` and `--as-of`, and answer `invalid` for a proof that needs an algorithm that counts as broken that day.',
    'SHOULD',
  ],
  [69, 'A verifier SHOULD check an OriginStamp file, and never answers `valid` for one.', 'SHOULD'],
  [
    88,
    'A verifier takes keys of type `06` (ML-DSA-44) as it takes those of Ed25519: a note that either signed is enough.',
  ],
  [
    89,
    'A verifier refuses a signature of ML-DSA-44 over anything but `subtree/v1`, the name of the key, the time before the signature, the name, size and root of the log, and ignores further lines of the text.',
  ],
  [
    90,
    'A verifier refuses a signature of ML-DSA-44 that has not 2420 bytes, that has a coefficient of z of 130,994 or more, or whose hints are not in rising order or are followed by anything but zeros.',
  ],
  [
    91,
    'A verifier SHOULD set aside the keys of the log whose algorithm counts as broken, if it was given another.',
    'SHOULD',
  ],
  [
    101,
    'A verifier reads a blockchain proof with `version="3"`, whose digest is a SHA-384 or SHA-512, compares the document and the time stamp with it by that algorithm alone, and refuses one whose version, namespace, algorithm and form of leaf do not belong together.',
  ],
  [
    102,
    'A verifier makes a leaf that names `SELLO-LEAF-v3` in that form alone, and refuses one with another hash.',
  ],
];

const STAMP: typeof PROOF = [
  [
    70,
    'A verifier answers `valid` for a time stamp that leads to a root that it was given, `invalid` if it leads to none of them, and `unconfirmed` if it was given none.',
  ],
  [71, 'A verifier answers `invalid` for a time stamp of another file or hash than it was given.'],
  [72, 'A verifier answers `invalid` for a time stamp whose signature does not hold.'],
  [
    73,
    'A verifier answers `invalid` if it was given a key of the log or a block for a time stamp alone, or a root without a time stamp.',
  ],
  [
    74,
    'A verifier answers `valid` for a trusted time stamp beside a consistent proof, without a key or a block.',
  ],
  [
    75,
    'A verifier SHOULD answer `invalid` for a time stamp that rests on an algorithm that counts as broken, unless older evidence vouches for it.',
    'SHOULD',
  ],
  [76, 'A verifier refuses a bundle whose README is not the one that follows from its other files.'],
  [
    77,
    'A verifier refuses a bundle whose manifest is spelled otherwise or does not list exactly the files that are there, in their order.',
  ],
  [
    78,
    'A verifier refuses a bundle whose manifest states another hash, time, id or accreditation than its proofs, and bases nothing on its title.',
  ],
  [
    98,
    'A verifier accepts a time stamp that is not over the document only if the evidence record beside it has that time stamp first and leads to it from the document.',
  ],
  [
    99,
    'A verifier refuses a blockchain proof beside an evidence record whose first time stamp is not the one that the proof names.',
  ],
  [
    100,
    'A verifier reads a blockchain proof with `version="2"`, and refuses one whose version and namespace do not belong together.',
  ],
  [
    103,
    'A verifier reads a bundle of the format `sello-evidence-v4`, and refuses one whose fingerprint, format and time stamp do not belong together.',
  ],
];

const PDF: typeof PROOF = [
  [
    92,
    'A verifier answers `valid` for a PDF whose last time stamp leads to a root that it was given, `invalid` if it leads to none of them, and `unconfirmed` if it was given none.',
  ],
  [93, 'A verifier refuses a PDF in which a byte that the stamp covers, or one of the stamp, was changed.'],
  [94, 'A verifier refuses a PDF to which anything but validation data was added after its last stamp.'],
  [95, 'A verifier refuses a document that is neither the PDF itself nor one of its earlier revisions.'],
  [
    96,
    'A verifier takes a sealed constancia for evidence of the document that it is about, and refuses one in which anything was changed, added or left out.',
  ],
  [97, 'A verifier refuses a PDF that ends in the middle of a revision.'],
];

const ASIC: typeof PROOF = [
  [
    130,
    'A verifier refuses a container whose entries and directory disagree, or with anything between, before or after them.',
  ],
  [
    131,
    'A verifier refuses a container with a name twice, also in another case, with a name that leads out of it, and with a link.',
  ],
  [
    132,
    'A verifier refuses a container with encrypted or damaged entries, with more than 256, or with contents of more than 67,108,864 bytes together.',
  ],
  [
    133,
    'A verifier refuses a container whose `mimetype` is that of no ASiC, or that of an ASiC-S beside several files, and accepts one whose `mimetype` is late, compressed or missing.',
  ],
  [
    134,
    'A verifier refuses a container with a manifest that has another digest of a file, a weaker one than SHA-256, or names a file twice or one that is not there.',
  ],
  [
    135,
    'A verifier decodes percent signs in the URIs of manifests, and refuses a URI that may refer to two files.',
  ],
  [
    136,
    'A verifier refuses a time stamp or evidence record that no manifest names, except the fixed names of an ASiC-S, and one that two manifests name.',
  ],
  [137, 'A verifier refuses a container with a time stamp that is not over its file or manifest.'],
  [138, 'A verifier refuses a container with an evidence record that does not lead to its files.'],
  [
    139,
    'A verifier answers `valid` for a container whose files are covered by stamps that lead to a root that it was given, `invalid` if they lead to none of them, and `unconfirmed` if it was given none.',
  ],
  [
    140,
    'A verifier answers `unconfirmed` for a container with a file that no stamp covers, unless it was given another file of it that is covered.',
  ],
  [141, 'A verifier refuses a document that is none of the files of the container.'],
  [142, 'A verifier answers `unconfirmed` for a container that has nothing but signatures.'],
];

const ARCHIVE: typeof PROOF = [
  [
    80,
    'A verifier refuses a ZIP file that was packed otherwise, and a form of archive that it does not know.',
  ],
  [
    81,
    'A verifier refuses an archive in which a file is missing, was changed, or is in no line of `SHA256SUMS`.',
  ],
  [
    82,
    'A verifier refuses an archive whose `README.txt`, `index.csv`, verifiers, key or checkpoint do not agree with `archive.json` and `index.json`.',
  ],
  [83, 'A verifier judges the bundle of every certificate as if it had been given alone, with its original.'],
  [84, 'A verifier refuses an archive whose index does not agree with its proofs.'],
  [
    85,
    'A verifier that was given a key of the log answers `unconfirmed` for an archive with a certificate that is pending.',
  ],
  [
    86,
    'A verifier takes neither roots nor keys from the archive: without them it answers `unconfirmed`, with others `invalid`.',
  ],
  [87, 'A verifier SHOULD take `--broken` and `--as-of` for every certificate of the archive.', 'SHOULD'],
  [
    120,
    'A verifier refuses an archive with a file that neither an archive always may have, nor its index, nor a manifest names, even if `SHA256SUMS` lists it.',
  ],
];

const RECEIPT: typeof PROOF = [
  [143, 'A verifier refuses a receipt of more than 65,536 bytes.'],
  [
    144,
    'A verifier refuses CBOR with indefinite lengths, numbers that are longer than needed or beyond 2^53 − 1, a label twice in a map, floats, items nested deeper than 16, or bytes behind it, in the receipt, in its protected header and in its proof.',
  ],
  [145, 'A verifier refuses what is not a COSE_Sign1, tagged 18, with its 4 parts in their types.'],
  [
    146,
    'A verifier refuses a receipt whose protected header does not name the algorithm by number and 1 as the kind of log, that has a label in both headers, or that has `crit`.',
  ],
  [
    147,
    'A verifier refuses a receipt without exactly one proof of inclusion, or with a path of more than 64 hashes or of hashes that have not 32 bytes.',
  ],
  [
    148,
    'A verifier refuses a receipt whose leaf is neither `SELLO-LEAF-v1` nor `SELLO-LEAF-v2`, or has a part that has not 32 bytes.',
  ],
  [149, 'A verifier refuses a receipt of another document than it was given.'],
  [150, 'A verifier refuses a receipt of another time stamp than it was given.'],
  [
    151,
    'A verifier takes the document as the entry of a receipt that does not name its entry, and refuses it without the document.',
  ],
  [
    152,
    'A verifier refuses a path that does not fit its index and size, and accepts an empty one for the only leaf of a log.',
  ],
  [153, 'A verifier accepts the root as the payload, and refuses any other payload but `null`.'],
  [
    154,
    'A verifier answers `valid` if a key that it was given signed the root, `invalid` if none did, and `unconfirmed` if it was given none.',
  ],
  [155, 'A verifier takes the verifier key of a log for receipts of no other issuer.'],
  [
    156,
    'A verifier takes COSE keys of Ed25519, P-256, P-384 and P-521 as `cose:` and base64, each with its own algorithms alone.',
  ],
  [157, 'A verifier answers `invalid` if it was given a root or a block for a receipt alone.'],
  [
    158,
    'A verifier SHOULD answer `invalid` for a receipt that rests on an algorithm that counts as broken (`--broken`) that day.',
    'SHOULD',
  ],
];

const of = (part: Part, rows: typeof PROOF): Requirement[] =>
  rows.map(([number, text, level = 'MUST' as const]) => ({ number, part, level, text }));

export const REQUIREMENTS: readonly Requirement[] = [
  ...of('proof', PROOF),
  ...of('stamp', STAMP),
  ...of('pdf', PDF),
  ...of('asic', ASIC),
  ...of('archive', ARCHIVE),
  ...of('receipt', RECEIPT),
];

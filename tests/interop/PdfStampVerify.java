import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.security.*;
import java.security.cert.*;
import java.util.*;
import org.apache.pdfbox.cos.*;
import org.apache.pdfbox.pdmodel.*;
import org.apache.pdfbox.pdmodel.interactive.digitalsignature.PDSignature;
import org.bouncycastle.asn1.ASN1InputStream;
import org.bouncycastle.asn1.cms.ContentInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cms.*;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoVerifierBuilder;
import org.bouncycastle.tsp.TimeStampToken;

/**
 * Judges sealed PDFs with PDFBox and Bouncy Castle: ROOT.pem, then pairs SEALED.pdf ORIGINAL.pdf. One line for each
 * pair, "accepted" or "refused: why": the original is the beginning of the sealed file; every signature covers its
 * revision and is right; the newest is a document time stamp that leads to the root; every page shows what it showed;
 * and the certificates of the stamp are in the DSS.
 */
public class PdfStampVerify {
  public static void main(String[] args) throws Exception {
    Security.addProvider(new org.bouncycastle.jce.provider.BouncyCastleProvider());
    System.setProperty("org.apache.commons.logging.Log", "org.apache.commons.logging.impl.NoOpLog");
    X509Certificate root;
    try (InputStream in = Files.newInputStream(Paths.get(args[0]))) {
      root = (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
    for (int at = 1; at < args.length; at += 2) {
      try {
        judge(Files.readAllBytes(Paths.get(args[at])), Files.readAllBytes(Paths.get(args[at + 1])), root);
        System.out.println("accepted");
      } catch (Exception e) {
        System.out.println("refused: " + String.valueOf(e.getMessage()).replace('\n', ' '));
      }
    }
  }

  static void judge(byte[] sealed, byte[] original, X509Certificate root) throws Exception {
    demand(sealed.length > original.length, "nothing was added");
    demand(Arrays.equals(original, Arrays.copyOf(sealed, original.length)), "the original was changed");
    try (PDDocument now = PDDocument.load(sealed); PDDocument before = PDDocument.load(original)) {
      List<PDSignature> signatures = new ArrayList<>(now.getSignatureDictionaries());
      demand(signatures.size() == before.getSignatureDictionaries().size() + 1, "there is not one signature more");
      signatures.sort(Comparator.comparingInt(s -> s.getByteRange()[2] + s.getByteRange()[3]));
      PDSignature newest = signatures.get(signatures.size() - 1);
      demand("ETSI.RFC3161".equals(newest.getSubFilter()), "the newest is no document time stamp");
      for (PDSignature signature : signatures) check(sealed, signature, signature == newest ? root : null);
      samePages(before, now);
      COSDictionary dss = (COSDictionary) now.getDocumentCatalog().getCOSObject().getDictionaryObject("DSS");
      demand(dss != null && ((COSArray) dss.getDictionaryObject("Certs")).size() >= 1, "no certificates in the DSS");
    }
  }

  static void check(byte[] file, PDSignature signature, X509Certificate root) throws Exception {
    int[] range = signature.getByteRange();
    int end = range[2] + range[3];
    demand(range[0] == 0 && end <= file.length, "the range does not fit");
    demand(file[range[1]] == '<' && file[range[2] - 1] == '>', "the range leaves out something else");
    byte[] contents = signature.getContents();
    demand(range[2] - range[1] == 2 * contents.length + 2, "the range leaves out more than the contents");
    String tail = new String(Arrays.copyOfRange(file, end - 8, end), StandardCharsets.ISO_8859_1);
    demand(tail.trim().endsWith("%%EOF"), "the range does not end with a revision");
    byte[] signed = signature.getSignedContent(file);
    ContentInfo message = ContentInfo.getInstance(new ASN1InputStream(contents).readObject());
    if ("ETSI.RFC3161".equals(signature.getSubFilter())) checkToken(new TimeStampToken(message), signed, root);
    else checkSignature(new CMSSignedData(new CMSProcessableByteArray(signed), message));
    PDDocument.load(Arrays.copyOf(file, end)).close();
  }

  static void checkToken(TimeStampToken token, byte[] signed, X509Certificate root) throws Exception {
    String algorithm = token.getTimeStampInfo().getMessageImprintAlgOID().getId();
    byte[] digest = MessageDigest.getInstance(algorithm, "BC").digest(signed);
    demand(Arrays.equals(digest, token.getTimeStampInfo().getMessageImprintDigest()), "the token is over other bytes");
    X509CertificateHolder signer =
        (X509CertificateHolder) token.getCertificates().getMatches(token.getSID()).iterator().next();
    token.validate(new JcaSimpleSignerInfoVerifierBuilder().setProvider("BC").build(signer));
    if (root != null) new JcaX509CertificateConverter().getCertificate(signer).verify(root.getPublicKey());
  }

  static void checkSignature(CMSSignedData data) throws Exception {
    for (SignerInformation signer : data.getSignerInfos().getSigners()) {
      X509CertificateHolder holder =
          (X509CertificateHolder) data.getCertificates().getMatches(signer.getSID()).iterator().next();
      boolean isRight = signer.verify(new JcaSimpleSignerInfoVerifierBuilder().setProvider("BC").build(holder));
      demand(isRight, "an earlier signature is not right any more");
    }
  }

  static void samePages(PDDocument before, PDDocument now) throws Exception {
    demand(before.getNumberOfPages() == now.getNumberOfPages(), "there are other pages");
    for (int at = 0; at < before.getNumberOfPages(); at += 1) {
      PDPage was = before.getPage(at);
      PDPage is = now.getPage(at);
      demand(was.getMediaBox().toString().equals(is.getMediaBox().toString()), "a page has another size");
      demand(was.getRotation() == is.getRotation(), "a page is turned");
      demand(Arrays.equals(contents(was), contents(is)), "a page shows something else");
      long visible = is.getAnnotations().stream().filter(a -> a.getRectangle() != null && a.getRectangle().getWidth() > 0).count();
      long wasVisible = was.getAnnotations().stream().filter(a -> a.getRectangle() != null && a.getRectangle().getWidth() > 0).count();
      demand(visible == wasVisible, "a page has another number of visible annotations");
    }
  }

  static byte[] contents(PDPage page) throws IOException {
    try (InputStream in = page.getContents()) {
      return in == null ? new byte[0] : in.readAllBytes();
    }
  }

  static void demand(boolean holds, String otherwise) throws Exception {
    if (!holds) throw new Exception(otherwise);
  }
}

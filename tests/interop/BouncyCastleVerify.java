import java.io.FileInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.CertificateFactory;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cms.SignerInformationVerifier;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoVerifierBuilder;
import org.bouncycastle.tsp.TimeStampResponse;
import org.bouncycastle.tsp.TimeStampToken;
import org.bouncycastle.util.Selector;

/**
 * Judges time-stamp responses by Bouncy Castle alone. Each three arguments are a response, the data and the root (PEM);
 * for each of them it prints one line.
 */
public class BouncyCastleVerify {
  public static void main(String[] arguments) {
    for (int at = 0; at < arguments.length; at += 3) {
      try {
        judge(arguments[at], arguments[at + 1], arguments[at + 2]);
        System.out.println("accepted");
      } catch (Exception refusal) {
        System.out.println("refused: " + refusal.toString().replace('\n', ' '));
      }
    }
  }

  static void judge(String tsr, String data, String rootPem) throws Exception {
    TimeStampResponse response = new TimeStampResponse(Files.readAllBytes(Path.of(tsr)));
    if (response.getStatus() != 0) throw new Exception("status " + response.getStatus());
    TimeStampToken token = response.getTimeStampToken();
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(Path.of(data)));
    if (!MessageDigest.isEqual(digest, token.getTimeStampInfo().getMessageImprintDigest())) {
      throw new Exception("the token is over other data");
    }
    JcaX509CertificateConverter converter = new JcaX509CertificateConverter();
    @SuppressWarnings("unchecked")
    Selector<X509CertificateHolder> signerId = (Selector<X509CertificateHolder>) (Selector<?>) token.getSID();
    X509CertificateHolder holder = token.getCertificates().getMatches(signerId).iterator().next();
    X509Certificate signer = converter.getCertificate(holder);
    // Signature, purpose, the named signing certificate and its dates at the token's time.
    SignerInformationVerifier verifier = new JcaSimpleSignerInfoVerifierBuilder().build(signer);
    token.validate(verifier);

    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    X509Certificate root;
    try (FileInputStream pem = new FileInputStream(rootPem)) {
      root = (X509Certificate) factory.generateCertificate(pem);
    }
    List<X509Certificate> embedded = new ArrayList<>();
    for (X509CertificateHolder one : token.getCertificates().getMatches(null)) embedded.add(converter.getCertificate(one));
    X509CertSelector target = new X509CertSelector();
    target.setCertificate(signer);
    PKIXBuilderParameters path = new PKIXBuilderParameters(Set.of(new TrustAnchor(root, null)), target);
    path.addCertStore(CertStore.getInstance("Collection", new CollectionCertStoreParameters(embedded)));
    path.setRevocationEnabled(false);
    path.setDate(token.getTimeStampInfo().getGenTime());
    CertPathBuilder.getInstance("PKIX").build(path);
  }
}

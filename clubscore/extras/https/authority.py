"""A club's own authority, and the certificate that it gives to the machine that serves.

Whoever trusts the authority trusts it for names and numbers of private networks alone: the limit
stands in the authority itself, so that its key opens nothing on the internet.
"""

import datetime as dt
import socket
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import ip_address, ip_network

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from clubscore.environment import PRIVATE_ENDINGS, PRIVATE_NETWORKS, is_private

# A phone is told once whom to trust, and never again while the club has this machine.
AUTHORITY_FOR = dt.timedelta(days=3650)
# iPhones take 825 days from an authority of one's own, and 398 from any other.
CERTIFICATE_FOR = dt.timedelta(days=397)
# Clocks of phones are behind as well.
SINCE = dt.timedelta(days=1)
RENEWED_BEFORE = dt.timedelta(days=30)
LONGEST_NAME = 64  # characters of a certificate's subject


def make_authority(now: dt.datetime) -> tuple[bytes, bytes]:
    """Return the key and the certificate of a new authority, both as PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = _called(f"ClubScore, {socket.gethostname()}, {now.year}")
    builder = (
        _begun(subject, subject, key.public_key(), now, now + AUTHORITY_FOR)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(_limits(), critical=True)
    )
    made = builder.sign(key, hashes.SHA256())
    return _key_as_text(key), made.public_bytes(Encoding.PEM)


def make_certificate(
    authority_key: bytes, authority: bytes, names: Iterable[str], now: dt.datetime
) -> bytes:
    """Return a new key and its certificate for these names and numbers, as one PEM.

    Only those that the authority may speak for are named. ValueError where key and authority
    cannot be read or do not belong together.
    """
    signer, issuer = _read_key(authority_key), x509.load_pem_x509_certificate(authority)
    if signer.public_key() != issuer.public_key():
        raise ValueError("the key is another authority's")
    key = ec.generate_private_key(ec.SECP256R1())
    until = min(now - SINCE + CERTIFICATE_FOR, issuer.not_valid_after_utc)
    known_by = x509.SubjectKeyIdentifier.from_public_key(issuer.public_key())
    whose = x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(known_by)
    builder = (
        _begun(_called("ClubScore"), issuer.subject, key.public_key(), now, until)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(
            x509.SubjectAlternativeName(map(_named, filter(is_private, names))), critical=False
        )
        .add_extension(whose, critical=False)
    )
    made = builder.sign(signer, hashes.SHA256())
    return _key_as_text(key) + made.public_bytes(Encoding.PEM)


def holds(authority: bytes, now: dt.datetime) -> bool:
    """Return whether an authority holds as long as a certificate that it gives today.

    ValueError for what is no certificate.
    """
    until = x509.load_pem_x509_certificate(authority).not_valid_after_utc
    return now + CERTIFICATE_FOR < until


def is_good(certificate: bytes, authority: bytes, names: Iterable[str], now: dt.datetime) -> bool:
    """Return whether a machine's certificate is this authority's, for all that it is called now.

    False, too, for one that is about to run out or cannot be read.
    """
    with suppress(ValueError, x509.InvalidVersion, x509.ExtensionNotFound):
        made = x509.load_pem_x509_certificate(certificate)
        issuer = x509.load_pem_x509_certificate(authority)
        _read_key(certificate)
        made.verify_directly_issued_by(issuer)
        of = x509.SubjectAlternativeName
        named = set(made.extensions.get_extension_for_class(of).value)
        in_time = made.not_valid_before_utc <= now < made.not_valid_after_utc - RENEWED_BEFORE
        return in_time and named >= set(map(_named, filter(is_private, names)))
    return False


def _read_key(text: bytes) -> ec.EllipticCurvePrivateKey:
    key = load_pem_private_key(text, None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise ValueError("a key of another kind")
    return key


def _key_as_text(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _called(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:LONGEST_NAME])])


def _named(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name.lower())


def _begun(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePublicKey,
    now: dt.datetime,
    until: dt.datetime,
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - SINCE)
        .not_valid_after(until)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _limits() -> x509.NameConstraints:
    numbers = [x509.IPAddress(ip_network(network)) for network in PRIVATE_NETWORKS]
    return x509.NameConstraints([*map(x509.DNSName, PRIVATE_ENDINGS), *numbers], None)

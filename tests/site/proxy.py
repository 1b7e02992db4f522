"""A real nginx for tests: the text of docs/hosting.md, on free ports, with a certificate of its own."""

import shutil
import ssl
import subprocess
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from tests.limits import LIMIT
from tests.site.family import wait_until
from tests.site.served import free_port

NAME = "games.example.org"
NGINX = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
FRAME = """
daemon off; master_process off; pid nginx.pid; error_log stderr;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fast; uwsgi_temp_path uw; scgi_temp_path sc;
{servers}
}}
"""
KEEPS_HOST = "proxy_set_header Host $host;"


def documented() -> str:
    """What the hosts' manual says."""
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
    return page.partition("```nginx\n")[2].partition("```")[0]


def certify(certificate: Path, key: Path) -> None:
    """A certificate of our own for two days."""
    secret = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    names = x509.SubjectAlternativeName([x509.DNSName(NAME), x509.IPAddress(ip_address("127.0.0.1"))])
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder(
            name, name, secret.public_key(), x509.random_serial_number(), now - timedelta(1), now + timedelta(2)
        )
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(secret, hashes.SHA256())
    )
    certificate.write_bytes(signed.public_bytes(Encoding.PEM))
    key.write_bytes(secret.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))


class Nginx:
    """Three doors to one server: `kept` keeps the Host as the manual says, `told` writes it into a header of its own,
    `silent` asks under another Host and tells nothing."""

    def __init__(self, folder: Path, behind: int) -> None:
        self.kept, self.told, self.silent = free_port(), free_port(), free_port()
        self.certificate = folder / "certificate.pem"
        key = folder / "key.pem"
        certify(self.certificate, key)
        first, server, _ = documented().split("server {")  # the third one leads from port 80
        server = f"server {{{server}".replace("    listen [::]:443 ssl;\n", "")
        server = server.replace("127.0.0.1:8520", f"127.0.0.1:{behind}")
        live = f"/etc/letsencrypt/live/{NAME}"
        server = server.replace(f"{live}/fullchain.pem", str(self.certificate)).replace(f"{live}/privkey.pem", str(key))
        assert KEEPS_HOST in server
        servers = [
            first,
            server.replace("listen 443", f"listen 127.0.0.1:{self.kept}"),
            server.replace("listen 443", f"listen 127.0.0.1:{self.told}").replace(
                KEEPS_HOST, "proxy_set_header X-Forwarded-Host $host;"
            ),
            server.replace("listen 443", f"listen 127.0.0.1:{self.silent}").replace(KEEPS_HOST, ""),
        ]
        (folder / "nginx.conf").write_text(FRAME.format(servers="\n".join(servers)))
        self.process = subprocess.Popen(
            [NGINX or "", "-p", folder, "-c", folder / "nginx.conf", "-e", "stderr"], stderr=subprocess.PIPE, text=True
        )
        wait_until(lambda: self.process.poll() is not None or (folder / "nginx.pid").exists())
        if self.process.poll() is not None:
            raise RuntimeError(self.process.communicate()[1])

    @property
    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.certificate))

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(LIMIT)

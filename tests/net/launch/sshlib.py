# SPDX-License-Identifier: BSD-3-Clause
"""sshlib.py: keys and configurations for servers of ssh that live as long as a test."""
import getpass
import os
import shutil
import subprocess


def program():
    """Path of sshd; None if it, ssh or ssh-keygen is missing."""
    sshd = shutil.which("sshd", path="/usr/sbin:/usr/local/sbin:" + os.environ.get("PATH", ""))
    return sshd if shutil.which("ssh") and shutil.which("ssh-keygen") else None


def keys(world):
    """Makes keys of the hosts and of the user; the directory."""
    d = os.path.join(world.tmp, "ssh")
    if os.path.exists(d):
        return d
    if os.geteuid() == 0:
        os.makedirs("/run/sshd", mode=0o755, exist_ok=True)
    os.makedirs(d, mode=0o700)
    for key in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", f"{d}/{key}"], check=True)
    shutil.copy(f"{d}/user.pub", f"{d}/authorized")
    return d


def config(world, name, port, *addresses):
    """SHLVL: a bash that finds 2 or more of itself does not read ~/.bashrc, which may take seconds (pyenv) and is not
    tested here."""
    d = keys(world)
    return world.file(f"ssh/{name}", f"Port {port}\n" + "".join(f"ListenAddress {a}\n" for a in addresses) +
                      f"""HostKey {d}/host
AuthorizedKeysFile {d}/authorized
PidFile none
UsePAM no
StrictModes no
PasswordAuthentication no
PermitRootLogin yes
MaxStartups 100
AcceptEnv LANG
SetEnv SHLVL=1
""")


def options(world, port):
    """GASNET_SSH_OPTIONS for such a server."""
    return (f"-F none -p {port} -i '{keys(world)}/user' -o IdentitiesOnly=yes -o UserKnownHostsFile=/dev/null "
            f"-l {getpass.getuser()}")

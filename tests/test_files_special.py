"""A pipe, device, socket or folder in place of a file gives an error, and nothing waits."""

import os
import socket

import pytest

from disentangle_edu import load
from disentangle_edu.cli import main
from disentangle_edu.worlds.files import read_labelled
from disentangle_edu.worlds.images import load_images


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of POSIX")
@pytest.mark.parametrize("ending", [".csv", ".npz", ".parquet", ".txt", ""])
def test_load_pipe_device_or_socket_raises(tmp_path, ending):
    os.mkfifo(tmp_path / f"pipe{ending}")
    (tmp_path / f"device{ending}").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / f"socket{ending}"))
        for kind in ("pipe", "device", "socket"):
            with pytest.raises(ValueError, match=f"which is a {kind}, expected an ordinary file"):
                load(tmp_path / f"{kind}{ending}")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of POSIX")
def test_csv_image_and_plugin_loaders_of_pipe_raise(tmp_path):
    os.mkfifo(tmp_path / "pipe.csv")
    os.mkfifo(tmp_path / "pipe.npz")
    os.mkfifo(tmp_path / "pipe.py")
    with pytest.raises(FileNotFoundError):
        read_labelled(tmp_path / "pipe.csv")
    with pytest.raises(FileNotFoundError):
        load_images(tmp_path / "pipe.npz")
    assert main(["invariances", "mig", "--plugin", str(tmp_path / "pipe.py")]) == 2


def test_load_folder_of_parquet_files_raises_with_advice(tmp_path):
    (tmp_path / "spark").mkdir()
    (tmp_path / "spark" / "part-0.parquet").write_bytes(b"PAR1")
    (tmp_path / "dask.parquet").mkdir()
    for name in ("spark", "dask.parquet"):
        with pytest.raises(ValueError, match=r"Write the parts of a \.parquet as one file"):
            load(tmp_path / name)

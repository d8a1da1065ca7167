from collections.abc import Iterable, Iterator

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage

class CompressedManifestStaticFilesStorage(ManifestStaticFilesStorage):
    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]: ...

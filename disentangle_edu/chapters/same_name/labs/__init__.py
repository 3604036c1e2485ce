"""Lab on one name with many numbers: from one library's number to another's."""

from . import same_name

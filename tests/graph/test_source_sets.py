"""Which platform's definition a call runs: that of its own sources, else the usual one first."""

from __future__ import annotations

import pytest

from nsccn.graph.notation.sourcesets import shares_of_platforms

EXPECTING = "io/src/commonMain/kotlin/Files.kt"


@pytest.mark.parametrize(
    ("calling", "platforms", "expected"),
    [
        # What all platforms share is run on the JVM mostly.
        ("io/src/commonMain/kotlin/Copy.kt", "jvm ios js", [0.8, 0.1, 0.1]),
        ("io/src/commonMain/kotlin/Copy.kt", "android desktop ios", [0.4, 0.4, 0.2]),
        ("io/src/commonTest/kotlin/Copy.kt", "ios js", [0.5, 0.5]),
        ("io/src/commonMain/kotlin/Copy.kt", "ios", [1.0]),
        # What is written for a platform is run there, tests too.
        ("io/src/jsMain/kotlin/Copy.kt", "jvm ios js", [0.0, 0.0, 1.0]),
        ("io/src/jsTest/kotlin/Copy.kt", "jvm ios js", [0.0, 0.0, 1.0]),
        ("io/src/androidUnitTest/kotlin/Copy.kt", "jvm android", [0.0, 1.0]),
        # A platform may be one of a family, and a family may have several.
        ("io/src/iosX64Main/kotlin/Copy.kt", "jvm native js", [0.0, 1.0, 0.0]),
        ("io/src/appleMain/kotlin/Copy.kt", "jvm iosArm64 macosX64", [0.0, 0.5, 0.5]),
        ("io/src/androidMain/kotlin/Copy.kt", "androidNative jvm", [0.0, 1.0]),
        ("io/src/windowsX64Main/kotlin/Copy.kt", "other jvm", [1.0, 0.0]),
        ("io/src/commonMain/kotlin/Copy.kt", "nonJvm jvm", [0.2, 0.8]),
        # Another module may say so, or nothing of it.
        ("app/src/iosMain/kotlin/App.kt", "jvm ios", [0.0, 1.0]),
        ("app/src/main/kotlin/App.kt", "jvm ios", [0.8, 0.2]),
    ],
)
def test_shares(calling: str, platforms: str, expected: list[float]) -> None:
    defining = [f"io/src/{platform}Main/kotlin/Files.{platform}.kt" for platform in platforms.split()]
    shares = shares_of_platforms(calling, EXPECTING, defining)
    assert [round(share, 3) for share in shares] == expected


def test_folders_of_modules_tell_platforms_too() -> None:
    defining = ["core/js/src/Zone.kt", "core/jvm/src/Zone.kt"]
    assert shares_of_platforms("core/js/test/ZoneTest.kt", "core/common/src/Zone.kt", defining) == [1.0, 0.0]

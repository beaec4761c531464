// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "Pocket",
    targets: [.target(name: "Pocket")]
)

@main struct Weir { static func main() {} }

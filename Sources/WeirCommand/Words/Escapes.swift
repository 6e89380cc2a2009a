/// A text as a JSON string.
func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\t": result += "\\t"
    case "\r": result += "\\r"
    case "\0"..<" ":
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

/// A text in which GitHub's runner finds no command of its own.
func forGitHub(_ text: String, isProperty: Bool) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "%": result += "%25"
    case "\n": result += "%0A"
    case "\r": result += "%0D"
    case ":" where isProperty: result += "%3A"
    case "," where isProperty: result += "%2C"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

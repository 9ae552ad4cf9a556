// Prints one line of JSON for each record that warcio finds in the files named
// by the arguments, and for each file that it cannot read.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { WARCParser } from "warcio";

for (const [index, name] of process.argv.slice(2).entries()) {
  try {
    const parser = new WARCParser(createReadStream(name), { keepHeadersCase: false, parseHttp: false });
    for await (const record of parser) {
      const block = await record.readFully(false);
      console.log(JSON.stringify({
        file: index,
        type: record.warcType ?? "",
        id: record.warcHeader("WARC-Record-ID") ?? "",
        uri: record.warcTargetURI ?? "",
        length: block.length,
        sum: createHash("sha1").update(block).digest("hex"),
      }));
    }
  } catch (error) {
    console.log(JSON.stringify({ file: index, error: String(error) }));
  }
}

// node micropython.mjs MODULE FOLDER SCRIPT: runs FOLDER/SCRIPT in MicroPython, with all files of FOLDER beside it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [module, folder, script] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(module));
const python = await loadMicroPython({
    heapsize: 8 * 1024 * 1024,
    linebuffer: false,
    stdout: (bytes) => printed.push(...bytes),
});
const printed = [];
for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile()) {
        python.FS.writeFile(entry.name, readFileSync(join(folder, entry.name)));
    }
}
try {
    python.runPython(readFileSync(join(folder, script), "utf8"));
} catch (error) {
    console.error(error.message); // the Python traceback; uncaught, Node.js would print the whole module before it
    process.exitCode = 1;
}
process.stdout.write(Buffer.from(printed));

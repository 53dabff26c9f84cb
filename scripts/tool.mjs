// node scripts/tool.mjs <tool> [arguments]: runs a development tool. Installs the development packages if they are missing.
import { ensureInstalled } from './lib/install.mjs'
import { exitWithNpm, runTool, stopChildrenOnSignal } from './lib/processes.mjs'
import { requireNode } from './lib/project.mjs'

const [name, ...words] = process.argv.slice(2)

requireNode()
exitWithNpm()
stopChildrenOnSignal()
await ensureInstalled({ dev: true })
process.exitCode = (await runTool(name, words)) ? 0 : 1

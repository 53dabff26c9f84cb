// node scripts/tool.mjs <tool> [words]: runs a tool among the development packages, which it installs if they are missing.
import { ensureInstalled } from './lib/install.mjs'
import { endWithChildren, endWithNpm, tool } from './lib/processes.mjs'
import { requireNode } from './lib/project.mjs'

const [name, ...words] = process.argv.slice(2)

requireNode()
endWithNpm()
endWithChildren()
await ensureInstalled({ dev: true })
process.exitCode = (await tool(name, words)) ? 0 : 1

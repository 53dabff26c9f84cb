// npm run fuzz -- [--bodies 20000] [--seed N]: sends invalid input to a server and prints what makes it fail.
import { ensureInstalled } from './lib/install.mjs'
import { start, stopChildrenOnSignal } from './lib/processes.mjs'
import { requireNode } from './lib/project.mjs'

requireNode()
stopChildrenOnSignal()
await ensureInstalled({ dev: true })
const words = ['--import', 'tsx', 'scripts/fuzz/main.ts', ...process.argv.slice(2)]
process.exitCode = (await start('node', words)) === 0 ? 0 : 1

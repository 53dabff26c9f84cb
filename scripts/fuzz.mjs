// npm run fuzz -- [--bodies 20000] [--seed N]: sends the server input that is wrong in every way; what breaks it is printed.
import { ensureInstalled } from './lib/install.mjs'
import { endWithChildren, start } from './lib/processes.mjs'
import { requireNode } from './lib/project.mjs'

requireNode()
endWithChildren()
await ensureInstalled({ dev: true })
const words = ['--import', 'tsx', 'scripts/fuzz/main.ts', ...process.argv.slice(2)]
process.exitCode = (await start('node', words)) === 0 ? 0 : 1

// npm run admin -- help
import { ensureInstalled } from './lib/install.mjs'
import { start, stopChildrenOnSignal } from './lib/processes.mjs'
import { requireNode } from './lib/project.mjs'

requireNode()
stopChildrenOnSignal()
await ensureInstalled()
const program = ['--import', 'tsx', 'scripts/admin.ts', ...process.argv.slice(2)]
process.exitCode = (await start('node', program)) === 0 ? 0 : 1

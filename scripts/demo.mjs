// npm run demo: fills the database of DATA_DIR or MONGODB_URL with sample data.
import { ensureInstalled } from './lib/install.mjs'
import { start, stopChildrenOnSignal } from './lib/processes.mjs'
import { requireNode } from './lib/project.mjs'

requireNode()
stopChildrenOnSignal()
await ensureInstalled()
process.exitCode = (await start('node', ['--import', 'tsx', 'scripts/demo/main.ts'])) === 0 ? 0 : 1

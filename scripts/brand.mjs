// npm run brand: makes the icons and the link preview image in client/public/.
import { ensureInstalled } from './lib/install.mjs'
import { start, stopChildrenOnSignal } from './lib/processes.mjs'
import { requireNode } from './lib/project.mjs'

requireNode()
stopChildrenOnSignal()
await ensureInstalled({ dev: true })
process.exitCode = (await start('node', ['--import', 'tsx', 'scripts/brand/main.ts'])) === 0 ? 0 : 1

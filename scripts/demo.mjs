// npm run demo: fills a running or fresh data directory with a believable world.
import { ensureInstalled } from './lib/install.mjs'
import { endWithChildren, start } from './lib/processes.mjs'
import { requireNode } from './lib/project.mjs'

requireNode()
endWithChildren()
await ensureInstalled()
process.exitCode = (await start('node', ['--import', 'tsx', 'scripts/demo/main.ts'])) === 0 ? 0 : 1

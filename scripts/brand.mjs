// npm run brand: makes the icons and the picture that messengers show of a link, into client/public/.
import { ensureInstalled } from './lib/install.mjs'
import { endWithChildren, start } from './lib/processes.mjs'
import { requireNode } from './lib/project.mjs'

requireNode()
endWithChildren()
await ensureInstalled({ dev: true })
process.exitCode = (await start('node', ['--import', 'tsx', 'scripts/brand/main.ts'])) === 0 ? 0 : 1

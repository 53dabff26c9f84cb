// npm run types: whether all files fit together.
import { broken, types } from './lib/checks.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { endWithChildren } from './lib/processes.mjs'
import { giveUp } from './lib/project.mjs'

endWithChildren()
await ensureInstalled({ dev: true })
if ((await broken(types)).length > 0) giveUp('위의 줄을 고쳐 주세요.')

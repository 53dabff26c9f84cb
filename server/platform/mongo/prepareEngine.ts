import { standardOutput } from '#server/platform/log.ts'
import { engineCommand } from './engineCommand.ts'

// Runs as a separate program on the first start: downloads what the embedded engine needs on this machine while the client is built.
// If it fails, the server tries again and reports the reason.
await engineCommand(sentence => standardOutput.write(`글마루: ${sentence}\n`)).catch(() => undefined)

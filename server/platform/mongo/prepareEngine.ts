import { standardOutput } from '#server/platform/output.ts'
import { engineCommand } from './engineLoader.ts'

// A program of its own, for the first start: fetches what the embedded engine needs on this machine, while the client is built.
// If that fails, the server tries again and says why.
await engineCommand(sentence => standardOutput.write(`글마루: ${sentence}\n`)).catch(() => undefined)

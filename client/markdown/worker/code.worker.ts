import { highlightCode } from './code.engine.ts'
import { serveRequests } from './results.ts'

serveRequests(highlightCode)

import { renderFormula } from './math.engine.ts'
import { serveRequests } from './results.ts'

serveRequests(renderFormula)

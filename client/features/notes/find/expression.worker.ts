import { findExpression } from './expression.engine.ts'
import type { ExpressionRequest, ExpressionResult } from './expression.search.ts'

addEventListener('message', ({ data: { text, query } }: MessageEvent<ExpressionRequest>) => {
  postMessage(findExpression(text, query) satisfies ExpressionResult)
})
postMessage('ready')

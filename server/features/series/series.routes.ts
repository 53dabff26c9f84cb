import { encodeText } from '#protocol/encoding.ts'
import * as calls from '#protocol/series.ts'
import type { Context } from '#server/context.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { continueNote, readSeries } from './series.service.ts'

export function seriesRoutes(context: Context): Route[] {
  return [
    route(calls.getSeries).handle(async ({ viewer, input }) => {
      const { headNo, title, parts } = await readSeries(context, viewer, input.noteNo)
      return {
        success: true,
        headNo,
        title,
        parts: parts.map(({ noteNo, text, version, lastUpdate }) => ({
          noteNo,
          text: encodeText(text),
          version,
          lastUpdate: lastUpdate.toISOString(),
        })),
      }
    }),

    route(calls.continueNote).handle(async ({ viewer, session, input }) => {
      const { noteNo, version } = await continueNote(context, viewer, {
        ...input,
        sessionId: session.tokenId,
      })
      return { success: true, noteNo, version }
    }),
  ]
}

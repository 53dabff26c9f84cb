import { defineCall } from './call.ts'
import { done, entityNo, fewLines, itemsPerPage, pageNo, refusal } from './fields.ts'
import { ANSWER_MAX, SUGGESTION_MAX, SUGGESTION_MIN, SUGGESTIONS_PER_PAGE } from './limits.ts'
import { suggestionPageIndexSchema } from './paging.ts'
import { z } from './schema.ts'

export const suggestionField = fewLines('agora.tooShort', {
  min: SUGGESTION_MIN,
  max: SUGGESTION_MAX,
  tooLong: 'agora.tooLong',
})

export const answerField = fewLines('agora.answerLength', { min: 1, max: ANSWER_MAX })

/** `state` above 0 is an administrator's answer; it follows the suggestion that it answers. */
export const suggestionSchema = z.object({
  suggestionNo: z.number(),
  state: z.number(),
  opinion: z.string(),
  timeCreated: z.string(),
  writer: z.string(),
  writerNo: z.number(),
})
export type SuggestionView = z.infer<typeof suggestionSchema>

export const getSuggestions = defineCall({
  method: 'POST',
  path: '/api/agora/getsuggestions',
  access: 'open',
  limit: 'read',
  encoding: 'form',
  summary: 'A page of suggestions with their answers, newest first. `base` is the page, `offset` its size.',
  request: z.object({ base: pageNo, offset: itemsPerPage(SUGGESTIONS_PER_PAGE) }),
  reply: done.extend({
    itemList: z.array(suggestionSchema),
    pageIndexes: suggestionPageIndexSchema,
    /** How many suggestions there are, answers not counted. */
    total: z.number(),
    /** The agora's version that this answer is at least as new as. */
    version: z.number(),
  }),
})
export type SuggestionPage = z.infer<typeof getSuggestions.reply>

export const createSuggestion = defineCall({
  method: 'POST',
  path: '/api/agora/createsuggestion',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  summary: 'Posts a suggestion, unless it nearly repeats one of the writer’s own last ten.',
  request: z.object({ suggestion: suggestionField }),
  reply: z.discriminatedUnion('success', [done.extend({ suggestion: suggestionSchema }), refusal]),
})

export const deleteSuggestion = defineCall({
  method: 'POST',
  path: '/api/agora/deletesuggestion',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  summary: 'Deletes one’s own suggestion, or any as an administrator.',
  request: z.object({ suggestionNo: entityNo }),
  reply: done.extend({ suggestionNo: z.number() }),
})

export const answerSuggestion = defineCall({
  method: 'POST',
  path: '/api/agora/answersuggestion',
  access: 'administrator',
  limit: 'write',
  encoding: 'form',
  summary: 'Answers a suggestion; a second answer replaces the first.',
  request: z.object({ suggestionNo: entityNo, answer: answerField }),
  reply: done.extend({ suggestion: suggestionSchema }),
})

export const getUnanswered = defineCall({
  method: 'POST',
  path: '/api/agora/getunanswered',
  access: 'administrator',
  limit: 'read',
  encoding: 'json',
  summary: 'The suggestions that wait for an answer, the one that waits longest first.',
  request: z.object({}),
  reply: done.extend({
    /** No more than UNANSWERED_SHOWN. */
    itemList: z.array(suggestionSchema),
    /** Counted no further than UNANSWERED_COUNTED_MAX. */
    total: z.number(),
  }),
})
export type Unanswered = z.infer<typeof getUnanswered.reply>

import { defineCall } from './call.ts'
import { done, entityNo, fewLines, flag, itemsPerPage, line, pageNo, rejection } from './fields.ts'
import {
  ANSWER_MAX,
  SEARCH_QUERY_MAX,
  SUGGESTION_MAX,
  SUGGESTION_MIN,
  SUGGESTIONS_PER_PAGE,
  SUGGESTIONS_SEARCHED,
} from './limits.ts'
import { pageIndexSchema, suggestionPageIndexSchema } from './paging.ts'
import { z } from './schema.ts'

export const suggestionField = fewLines('agora.tooShort', {
  min: SUGGESTION_MIN,
  max: SUGGESTION_MAX,
  tooLong: 'agora.tooLong',
})

export const answerField = fewLines('agora.answerLength', { min: 1, max: ANSWER_MAX })

/** A `state` above 0 marks the answer of an administrator, which follows its suggestion. */
export const suggestionSchema = z.object({
  suggestionNo: z.number(),
  state: z.number(),
  opinion: z.string(),
  timeCreated: z.string(),
  writer: z.string(),
  writerNo: z.number(),
})
export type SuggestionView = z.infer<typeof suggestionSchema>

/** The number of reactions to a suggestion. The users are not public. */
const opinionReactionSchema = z.object({
  suggestionNo: z.number(),
  count: z.number(),
  /** Whether the viewer has reacted. */
  isMine: z.boolean(),
})
export type OpinionReactionView = z.infer<typeof opinionReactionSchema>

/** The returned items with reactions. Nodes of the previous release do not send it. */
const reactions = z.array(opinionReactionSchema).optional()

export const getSuggestions = defineCall({
  method: 'POST',
  path: '/api/agora/getsuggestions',
  access: 'open',
  limit: 'read',
  encoding: 'form',
  summary:
    'Returns a page of suggestions with their answers, newest first. `base` is the page, `offset` its size.',
  request: z.object({ base: pageNo, offset: itemsPerPage(SUGGESTIONS_PER_PAGE) }),
  reply: done.extend({
    itemList: z.array(suggestionSchema),
    empathies: reactions,
    pageIndexes: suggestionPageIndexSchema,
    /** The number of suggestions without answers. */
    total: z.number(),
    /** The response is at least as new as this agora version. */
    version: z.number(),
  }),
})
export type SuggestionPage = z.infer<typeof getSuggestions.reply>

/** Filter: suggestions with an answer, or the viewer's own. */
export const suggestionFilters = ['answered', 'own'] as const
export type SuggestionFilter = (typeof suggestionFilters)[number]

/** Newest first, or most reactions first. */
export const SUGGESTION_ORDERS = ['newest', 'empathy'] as const
export type SuggestionOrder = (typeof SUGGESTION_ORDERS)[number]

export const suggestionQueryField = line('agora.findQuery', { max: SEARCH_QUERY_MAX })

export const searchSuggestions = defineCall({
  method: 'POST',
  path: '/api/agora/findsuggestions',
  access: 'open',
  limit: 'find',
  encoding: 'form',
  summary:
    'Returns a page of the suggestions that pass a filter and contain every word of a query, newest first or by ' +
    'number of reactions. Initial consonants match syllables. Own suggestions need a session. Words, and answered ' +
    `suggestions by reactions, are searched among the newest ${SUGGESTIONS_SEARCHED}.`,
  request: z.object({
    /** Without it: all. */
    only: z.enum(suggestionFilters).optional(),
    query: suggestionQueryField.default(''),
    order: z.enum(SUGGESTION_ORDERS).default('newest'),
    curPageNo: pageNo,
    itemsPerPage: itemsPerPage(SUGGESTIONS_PER_PAGE),
  }),
  reply: done.extend({
    itemList: z.array(suggestionSchema),
    empathies: reactions,
    pageIndex: pageIndexSchema,
    /** The number of found suggestions, up to SUGGESTION_SEARCH_RESULTS_MAX. */
    total: z.number(),
    /** The response is at least as new as this agora version. */
    version: z.number(),
  }),
})
export type SuggestionSearchResults = z.infer<typeof searchSuggestions.reply>

export const setSuggestionReaction = defineCall({
  method: 'POST',
  path: '/api/agora/react',
  formerPath: '/api/agora/empathize',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  isRepeatable: true,
  summary:
    'Reacts to another user’s suggestion, or removes the reaction. Idempotent. Publishes the count, never who reacted.',
  request: z.object({ suggestionNo: entityNo, isOn: flag }),
  reply: done.extend({ version: z.number(), empathy: opinionReactionSchema }),
})

export const createSuggestion = defineCall({
  method: 'POST',
  path: '/api/agora/createsuggestion',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  summary: "Posts a suggestion, unless it nearly repeats one of the author's last ten.",
  request: z.object({ suggestion: suggestionField }),
  reply: z.discriminatedUnion('success', [done.extend({ suggestion: suggestionSchema }), rejection]),
})

export const deleteSuggestion = defineCall({
  method: 'POST',
  path: '/api/agora/deletesuggestion',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  summary: 'Deletes an own suggestion; administrators may delete any.',
  request: z.object({ suggestionNo: entityNo }),
  reply: done.extend({ suggestionNo: z.number() }),
})

export const answerSuggestion = defineCall({
  method: 'POST',
  path: '/api/agora/answersuggestion',
  access: 'administrator',
  limit: 'write',
  encoding: 'form',
  summary: 'Answers a suggestion. A second answer replaces the first.',
  request: z.object({ suggestionNo: entityNo, answer: answerField }),
  reply: done.extend({ suggestion: suggestionSchema }),
})

export const getUnanswered = defineCall({
  method: 'POST',
  path: '/api/agora/getunanswered',
  access: 'administrator',
  limit: 'read',
  encoding: 'json',
  summary: 'Returns the unanswered suggestions, oldest first.',
  request: z.object({}),
  reply: done.extend({
    /** At most UNANSWERED_SHOWN. */
    itemList: z.array(suggestionSchema),
    /** Counted up to UNANSWERED_COUNTED_MAX. */
    total: z.number(),
  }),
})
export type Unanswered = z.infer<typeof getUnanswered.reply>

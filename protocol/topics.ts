import { defineCall } from './call.ts'
import { done, entityNo, itemsPerPage, line, pageNo } from './fields.ts'
import { TOPIC_TITLE_MAX, TOPICS_PER_PAGE } from './limits.ts'
import { pageIndexSchema } from './paging.ts'
import { z } from './schema.ts'

export const topicTitleField = line('topics.titleLength', { min: 1, max: TOPIC_TITLE_MAX })

const topicSchema = z.object({ subjectNo: z.number(), title: z.string(), noteCount: z.number() })
export type TopicView = z.infer<typeof topicSchema>

const topicPage = done.extend({ subjects: z.array(topicSchema), pageIndex: pageIndexSchema })

export const getTopics = defineCall({
  method: 'POST',
  path: '/api/topic/gettopics',
  access: 'member',
  limit: 'read',
  encoding: 'form',
  summary: "Returns a page of the user's topics, newest first.",
  request: z.object({ curPageNo: pageNo, itemsPerPage: itemsPerPage(TOPICS_PER_PAGE) }),
  reply: topicPage,
})

export const createTopic = defineCall({
  method: 'POST',
  path: '/api/topic/create',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  summary: 'Creates a topic and returns the first page.',
  request: z.object({ title: topicTitleField, itemsPerPage: itemsPerPage(TOPICS_PER_PAGE) }),
  reply: topicPage,
})

export const renameTopic = defineCall({
  method: 'POST',
  path: '/api/topic/rename',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  isRepeatable: true,
  summary: 'Renames a topic.',
  request: z.object({ topicNo: entityNo, title: topicTitleField }),
  reply: done,
})

export const deleteTopic = defineCall({
  method: 'POST',
  path: '/api/topic/delete',
  access: 'member',
  limit: 'bulk',
  encoding: 'form',
  summary: 'Moves the notes of a topic to the trash, withdraws their shares, and deletes the topic.',
  request: z.object({ topicNo: entityNo }),
  reply: done.extend({
    /**
     * When the deletion began, ISO 8601, UTC. It separates the notes of the topic from those that were in the trash before. Nodes
     * of the previous release do not send it.
     */
    since: z.string().optional(),
  }),
})

export const mergeTopics = defineCall({
  method: 'POST',
  path: '/api/topic/merge',
  access: 'member',
  limit: 'bulk',
  encoding: 'form',
  summary:
    'Moves all notes of a topic to another own topic, then deletes the empty topic. Their shares stay.',
  request: z.object({ topicNo: entityNo, intoNo: entityNo }),
  reply: done.extend({
    /** The moved notes, in the order of their creation. */
    movedNos: z.array(z.number()),
  }),
})

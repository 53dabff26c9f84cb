import { digestOf } from '#client/platform/browser/digest.ts'
import { CUSTOM, makeRequestKey, uuidOf } from '#client/platform/browser/requestKey.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { createTopic, getTopics } from '#protocol/topics.ts'
import type { PlannedNote } from './import.notes.ts'

/** The number of the topic of this name, the newest of several; it is made when there is none. Throws CallFailed. */
export async function topicNamed(title: string): Promise<number> {
  for (let page = 1, last = 1; page <= last; page++) {
    const { subjects, pageIndex } = await callApi(getTopics, {
      curPageNo: page,
      itemsPerPage: ITEMS_PER_PAGE_MAX,
    })
    const found = subjects.find(topic => topic.title === title)
    if (found) return found.subjectNo
    last = pageIndex.lastPageNum
  }
  const { subjects } = await callApi(createTopic, { title, itemsPerPage: 1 })
  return subjects[0]?.subjectNo ?? 0
}

/**
 * A UUID made of what is brought in: brought in once more, after whatever broke off, it is the same note. A browser that makes no
 * digests makes a new one each time.
 */
export async function keyOfImported(
  topic: string,
  { title, text }: PlannedNote,
  copy: number,
): Promise<string> {
  const named = new TextEncoder().encode(JSON.stringify(['import', topic, title, text, copy]))
  const digest = await digestOf(named)
  return digest === null ? makeRequestKey() : uuidOf(digest.subarray(0, 16), CUSTOM)
}

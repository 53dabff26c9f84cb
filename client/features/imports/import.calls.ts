import { digestOf } from '#client/platform/browser/digest.ts'
import { CUSTOM, makeRequestKey, uuidOf } from '#client/platform/browser/requestKey.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { createTopic, getTopics } from '#protocol/topics.ts'
import type { PlannedNote } from './import.notes.ts'

/**
 * The number of the topic of this name, of several the one at this place, the oldest first; topics are created until there is one.
 * Throws CallFailed.
 */
export async function topicNamed(title: string, place: number): Promise<number> {
  const found = await topicsNamed(title)
  for (let count = found.length; count <= place; count++) {
    const { subjects } = await callApi(createTopic, { title, itemsPerPage: 1 })
    found.unshift(subjects[0]?.subjectNo ?? 0)
  }
  return found.at(-1 - place) ?? 0
}

async function topicsNamed(title: string): Promise<number[]> {
  const found: number[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const { subjects, pageIndex } = await callApi(getTopics, {
      curPageNo: page,
      itemsPerPage: ITEMS_PER_PAGE_MAX,
    })
    found.push(...subjects.filter(topic => topic.title === title).map(topic => topic.subjectNo))
    last = pageIndex.lastPageNum
  }
  return found
}

/**
 * A UUID made of what is brought in: brought in once more, after whatever broke off, it is the same note. A browser that makes no
 * digests makes a new one each time.
 */
export async function keyOfImported(
  topic: string,
  { title, text }: Pick<PlannedNote, 'title' | 'text'>,
  copy: number,
): Promise<string> {
  const named = new TextEncoder().encode(JSON.stringify(['import', topic, title, text, copy]))
  const digest = await digestOf(named)
  return digest === null ? makeRequestKey() : uuidOf(digest.subarray(0, 16), CUSTOM)
}

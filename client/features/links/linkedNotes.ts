import type { LinkedNote } from '#client/markdown/markdownContexts.ts'
import { paths } from '#client/paths.ts'
import type { ReplyOf } from '#protocol/call.ts'
import type { getNoteTitles, LinkedNoteView, NoteLinkView } from '#protocol/links.ts'
import { createTargetFinder, headingOfTarget, linkKeyOf } from '#protocol/linkTargets.ts'
import { headingIdOf } from '#protocol/markdown/heading.rules.ts'

export const pathOfLinked = ({ noteNo, hubNo }: Pick<LinkedNoteView, 'noteNo' | 'hubNo'>) =>
  hubNo === null ? paths.note(noteNo) : paths.noteInHub(noteNo, hubNo)

/** Where the links of a saved text lead. */
export function finderOf(links: readonly NoteLinkView[]): (target: string) => LinkedNote | null {
  const byKey = new Map(links.map(link => [link.key, link]))
  return target => {
    const link = byKey.get(linkKeyOf(target))
    return link ? linkedNote(link, target, link.hasHeading) : null
  }
}

/** The notes that a user can link to. */
export interface OwnTitle {
  noteNo: number
  title: string
  topicTitle: string
}

export function ownTitlesOf(reply: ReplyOf<typeof getNoteTitles> | undefined): OwnTitle[] {
  const topics = new Map(reply?.topics.map(({ subjectNo, title }) => [subjectNo, title]))
  return (reply?.notes ?? []).map(({ noteNo, title, subjectNo }) => ({
    noteNo,
    title,
    topicTitle: topics.get(subjectNo) ?? '',
  }))
}

/** Where links lead that are not saved yet. */
export function finderByTitle(titles: readonly OwnTitle[]): (target: string) => LinkedNote | null {
  let find: ReturnType<typeof createTargetFinder<OwnTitle>> | undefined
  return target => {
    find ??= createTargetFinder(titles)
    const found = find(target)
    return found && linkedNote({ ...found.note, hubNo: null }, target, found.hasHeading)
  }
}

function linkedNote(note: LinkedNoteView, target: string, hasHeading: boolean): LinkedNote {
  const path = pathOfLinked(note)
  if (!hasHeading) return { words: note.title, path }
  const heading = headingOfTarget(target)
  return { words: `${note.title} › ${heading}`, path: `${path}#${headingIdOf(heading)}` }
}

import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { noteKeys } from '#client/features/notes/notes.queries.ts'
import { topicKeys } from '#client/features/topics/topics.queries.ts'
import { paths } from '#client/paths.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { t } from '#client/platform/language/language.ts'
import { dayKey } from '#client/platform/language/time.ts'
import { Redirect } from '#client/platform/router/navigation.tsx'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { EmptyState, LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { encodeText } from '#protocol/encoding.ts'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'
import { truncateText } from '#protocol/normalization.ts'
import { openDailyNote } from '#protocol/notes.ts'
import { requestKeyOfDay } from './dailyKey.ts'
import { wantsDailyNote } from './dailyNoteShortcut.ts'
import { readTemplate, templatesQuery } from './templates.queries.ts'
import { fillTemplate, longDate } from './templates.ts'

/** Opens the note of today. Asks first if the user comes from elsewhere, because it is created if it is missing. */
export function DailyNote() {
  const { state } = useLocation()
  const [isConfirmed, setConfirmed] = useState(false)
  if (isConfirmed || wantsDailyNote(state)) return <OpenDailyNote />
  return (
    <>
      <ScreenTitle title={t('daily.open')} />
      <EmptyState
        drawing="notes"
        action={
          <Button kind="primary" onClick={() => setConfirmed(true)}>
            {t('daily.open')}
          </Button>
        }
      >
        {t('daily.ask')}
      </EmptyState>
    </>
  )
}

/** Opens the note of today in the editor, and creates it if it is missing. Needs a connection. */
function OpenDailyNote() {
  const { userNo } = useAtomValue(authAtom)
  const [at] = useState(() => new Date())
  const note = useQuery(dailyNoteQuery(userNo, at))
  if (note.data !== undefined) return <Redirect to={paths.updateNote(note.data)} />
  return (
    <>
      <ScreenTitle title={longDate(at)} hidden />
      {note.isError ? (
        <LoadFailure query={note} title={t('daily.failed')} />
      ) : (
        <SkeletonRows rows={1} height={320} />
      )}
    </>
  )
}

const dailyNoteQuery = (userNo: number, at: Date) =>
  queryOptions({
    queryKey: ['dailyNote', userNo, dayKey(at)],
    async queryFn({ client }): Promise<number> {
      const title = longDate(at)
      const { noteNo } = await callApi(openDailyNote, {
        topicTitle: t('templates.diary'),
        title,
        text: encodeText(await textOf(client, at, title)),
        requestKey: requestKeyOfDay(at),
      })
      void client.invalidateQueries({ queryKey: noteKeys.pages })
      void client.invalidateQueries({ queryKey: topicKeys.all })
      return noteNo
    },
    staleTime: 0,
    gcTime: 0,
  })

/** The user's own template for diaries, filled. */
async function textOf(client: QueryClient, at: Date, title: string): Promise<string> {
  const templates = await client.fetchQuery(templatesQuery)
  const diary = templates.find(template => template.title === t('templates.diary'))
  if (diary === undefined) return ''
  const { text } = fillTemplate(await readTemplate(client, diary.noteNo), at, title)
  return truncateText(text, NOTE_BODY_MAX)
}

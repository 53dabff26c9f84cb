import { paths } from '#client/paths.ts'
import { useNumberInAddress } from '#client/platform/router/pageInAddress.ts'
import { Redirect } from '#client/platform/router/Redirect.tsx'
import { NoteList } from './NoteList.tsx'

/** The notes of the topic in the address. */
export function NoteListScreen({ isInWorkspace = false }: { isInWorkspace?: boolean }) {
  const topicNo = useNumberInAddress('topic')
  if (topicNo === null) return <Redirect to={paths.topics} />
  return <NoteList key={topicNo} topicNo={topicNo} isInWorkspace={isInWorkspace} />
}

import { useIdlePart } from '#client/platform/browser/useLazyPart.ts'
import { partWithQueries } from '#client/platform/calls/partWithQueries.tsx'

const noticesPart = partWithQueries(() =>
  import('#client/features/notices/HomeNotices.tsx').then(part => part.HomeNotices),
)

/** The notices come after the first look, and to whoever is signed in alone. */
export function LateNotices() {
  const Notices = useIdlePart(noticesPart)
  return Notices && <Notices />
}

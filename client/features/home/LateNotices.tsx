import { lazyPart } from '#client/platform/browser/lazyPart.ts'
import { useIdlePart } from '#client/platform/browser/useLazyPart.ts'
import { completeCatalogue } from '#client/platform/language/language.ts'

const noticesPart = lazyPart(async () => {
  const [{ HomeNotices }, { Queries }] = await Promise.all([
    import('#client/features/notices/HomeNotices.tsx'),
    import('#client/platform/calls/Queries.tsx'),
    completeCatalogue(),
  ])
  return () => (
    <Queries>
      <HomeNotices />
    </Queries>
  )
})

/** The notices come after the first look, and to whoever is signed in alone. */
export function LateNotices() {
  const Notices = useIdlePart(noticesPart)
  return Notices && <Notices />
}

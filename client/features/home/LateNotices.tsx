import { useLatePart } from '#client/platform/browser/useLatePart.ts'
import { completeCatalogue } from '#client/platform/language/language.ts'

async function loadNotices() {
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
}

/** The notices come after the first look, and to whoever is signed in alone. */
export function LateNotices() {
  const Notices = useLatePart(loadNotices)
  return Notices && <Notices />
}

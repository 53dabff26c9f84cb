import { useAtomValue } from 'jotai'
import { authAtom } from '#client/session/session.ts'
import { Avatar } from '#client/ui/Avatar.tsx'

/** The member's own picture, for the eye only: the link around it bears the words. */
export function OwnFace() {
  const { userNo, username, profPic } = useAtomValue(authAtom)
  return <Avatar size="grouped" person={{ userNo, name: username, picture: profPic || null }} />
}

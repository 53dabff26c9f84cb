import { FindButton } from '#client/features/find/FindButton.tsx'
import { Bell as BellOfMember } from '#client/features/inbox/Bell.tsx'
import { Queries } from '#client/platform/calls/Queries.tsx'

/** What the bar holds for members alone, by its place there. */
export const memberTools = { Find: FindButton, Bell }
export type MemberTool = keyof typeof memberTools

function Bell() {
  return (
    <Queries>
      <BellOfMember />
    </Queries>
  )
}

import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { hubListAtom } from '#client/features/hubs/hubs.state.ts'
import { paths } from '#client/paths.ts'
import { useNumberInAddress } from '#client/platform/router/pageInAddress.ts'
import { Redirect } from '#client/platform/router/Redirect.tsx'
import { GoneHub } from './GoneHub.tsx'
import { HubDiscussion } from './HubDiscussion.tsx'
import './discussion.css'
import './pinned.css'

/** The discussion of the hub in the address, or of the one that was chosen last. */
export function DiscussionScreen() {
  const hubNo = useNumberInAddress('hub')
  const [{ selectedHub }, setHubList] = useAtom(hubListAtom)

  useEffect(() => {
    if (hubNo !== null) setHubList(list => ({ ...list, selectedHub: hubNo }))
  }, [hubNo, setHubList])

  if (hubNo !== null) return <HubDiscussion key={hubNo} hubNo={hubNo} />
  if (selectedHub !== null) return <Redirect to={paths.discussion(selectedHub)} />
  return <GoneHub />
}

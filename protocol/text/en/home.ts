export const home = {
  'home.title': 'Home',
  'home.headline': 'Discuss,\nshare,\nunderstand.',
  'home.lead':
    'A place to discuss, share, understand and empathise. A thought that begins on one page finds a better way through conversation.',
  'home.useWrite': 'Write notes and minutes anywhere',
  'home.useWriteMore': 'Gather them by topic, write markdown, see the result at once.',
  'home.useShare': 'Share notes with friends',
  'home.useShareMore': 'Make a room, share a note, and see at a glance what is unread.',
  'home.useTalk': 'Find better ways by talking',
  'home.useTalkMore': 'Read the same note together and build on each other’s ideas.',
  'home.browser': 'Works best in Chrome.',
  'home.lookAround': 'Look around',
  'home.lookAroundHint': 'No sign-up needed to read',
  'home.findFriends': 'Find friends - mail address | phone number',
  'home.find': 'Find',
  'home.showNotices': 'Show notices',
  'home.hideNotices': 'Hide notices',
} as const

export const rejections = {
  'error.invalid': 'Please check what you entered.',
  'error.notSignedIn': 'Please sign in again.',
  'error.forbidden': 'You don’t have permission.',
  'error.notFound': 'This could not be found. It may already be gone.',
  'error.quota': 'You can’t have more of these. Please delete some that you no longer use and try again.',
  'error.tooLarge': 'What you sent is too large.',
  'error.tooMany': 'Please try again in {seconds} {seconds#one second|other seconds}.',
  'error.storageFull':
    'The server has no room to save right now. You can still read. Keep what you are writing, and try again in a moment.',
  'error.unavailable': 'The server cannot answer now. Please try again shortly.',
  'error.internal': 'Something went wrong on the server. Please try again shortly.',
  'error.offline': 'You are offline. Please check your connection.',
  'error.controlCharacters':
    'There are invisible control characters in it. Please remove them and try again.',
  'error.tooManyMarks': 'One letter carries too many marks. Please use fewer.',
  'error.passwordChangeNeeded':
    'You signed in with a temporary password. Please set a new one in My information to go on.',
  'error.tooManyMinutes': 'Please try again in {minutes} {minutes#one minute|other minutes}.',
  'error.tooManyHours': 'Please try again in {hours} {hours#one hour|other hours}.',
} as const

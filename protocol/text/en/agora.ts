export const agora = {
  'agora.title': 'Agora',
  'agora.lead': 'Tell us how Geulmaru can become better.',
  'agora.placeholder': 'Leave an opinion of 10~100 characters',
  'agora.send': 'Send',
  'agora.tooShort': 'Please enter your opinion of at least 10 characters.',
  'agora.tooLong': 'Please shorten your opinion to 100 characters.',
  'agora.suggestion': 'Suggestion',
  'agora.answer': 'Answer',
  'agora.empty': 'There are no opinions yet. Leave the first one.',
  'agora.deleteAsk': 'Delete this opinion?',
  'agora.signInToWrite': 'Sign in to leave an opinion.',
  'agora.answerLength': 'Please enter an answer of 1~300 characters.',
} as const

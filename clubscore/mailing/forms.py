"""Forms of the pages of mail."""

from django import forms

from clubscore.tableside.page_form import Among, PageForm, Whole, Words


class OwnMailForm(PageForm):
    """Where somebody wants mail and what, or what else they want at an address, or no more."""

    do = Among(("ask", "change", "end"))
    mails_to = Words(strip=True, most=254)
    card = forms.BooleanField(required=False)
    gazette = forms.BooleanField(required=False)


class ClubMailForm(PageForm):
    """What a director does on the club's page of mail: test it, try a letter again, end one's."""

    do = Among(("test", "again", "end"))
    letter = Whole()
    subscription = Whole()
